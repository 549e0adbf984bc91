import type { Language } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";

/**
 * Words of the closed classes: articles, pronouns, prepositions, conjunctions, focus and degree, replies and interjections, and the few
 * verbs by which a wish is put or corrected. They say nothing about the world by themselves.
 */
const CLOSED: Record<Language, string> = {
  en:
    "the a an this that these those my our your his her its their it them him me us you i we he she they one ones same other another else nothing anything something everything " +
    "of to from in at on by for with into until till before as per about and or but also too then so not don't do only just even than instead rather actually all each every both any some more less fewer " +
    "yes yep yeah no nope ok okay sure fine sorry pardon excuse oh ah oops ups hm hmm wait stop hold please pls thanks thank cheers great perfect good super cool right correction alright now again well that's it's i'd i'll we'd let's is are am be " +
    "i'm meant mean make change switch put set take use correct should shall must need needs want wants would like prefer better goes go can could will urgently urgent asap immediately quickly " +
    "units line order request item",
  de:
    "der die das den dem des ein eine einen einem einer kein keine keinen dieser diese dieses diesen diesem mein meine unser unsere ihr ihre sein seine es sie ihn ihm ihnen mir mich uns dir dich du ich wir er man selbe selben andere anderen anderes alles nichts etwas " +
    "von nach aus bis in im an am auf zu zum zur bei fur mit um per statt stattdessen und oder aber sondern auch dann so nicht nur lediglich doch lieber eher besser eigentlich vielmehr als je jeweils alle jede jeder mehr weniger noch davon daraus dafur dahin " +
    "ja nein nee ok okay klar gut prima super sorry pardon entschuldigung verzeihung ach oh ah ups hm warte warten moment halt stopp stop bitte danke dankeschon vielen dank passt korrektur quatsch also jetzt mal wieder " +
    "meine meinte gemeint mach mache macht machen andere andern nimm nehmen setze setz ist sind sei bin soll sollen sollte sollten muss mussen brauche brauchen braucht brauchst will wollen mochte mochten hatte gerne gern kannst konnen konnten konntest wurde wurden geht gehen dringend sofort schnell stuck auftrag anfrage",
  fr:
    "le la les l un une des du de d ce cet cette ces mon ma mes notre nos votre vos son sa ses leur leurs il elle ils elles on je j me m nous vous tu te lui eux ca cela c en y meme memes autre autres tout tous toute toutes rien quelque " +
    "a au aux vers depuis jusqu jusque dans sur chez pour par avec avant et ou mais aussi alors donc ne n pas seulement uniquement plutot que qu lieu place chaque chacun plus moins encore mieux finalement si non oui ok d'accord accord bien sur " +
    "pardon desole desolee excusez excuse moi oh ah zut hm attends attendez stop s'il s il plait svp merci super parfait correction maintenant " +
    "voulais dire voulait veux veut voulons voudrais voudrait faut faudrait doit devrait mets mettez mettre fais faites changez change passez prenez est sont c'est soit va vont peux peut pouvez pourriez pourrait prefere besoin avons urgent vite immediatement pieces commande demande",
  es:
    "el la los las lo un una unos unas este esta estos estas ese esa esos esas eso esto mi mis nuestro nuestra su sus yo me nos te le les se tu usted ustedes ella ellos ellas mismo misma otro otra otros otras todo toda todos todas nada algo ninguno " +
    "de del a al desde hasta hacia en para por con antes sobre y e o u pero sino tambien entonces asi no solo solamente mejor mas bien realmente lugar vez cada que como menos si vale claro ok bueno " +
    "perdon perdona perdone disculpa disculpe lo siento ay oh ah ups hm espera espere para alto favor porfa gracias perfecto genial estupendo correccion ahora " +
    "quise quiero quiere queria queremos quisiera decir digo digamos sea sean pon ponga ponlo cambia cambialo haz hazlo debe deben deberia deberian necesito necesita necesitamos es son va van puedes puede podrias podria prefiero hace falta urgente rapido inmediatamente unidades pedido solicitud",
  nl:
    "de het een deze dit die dat mijn onze ons zijn haar hun u uw jouw je jij ik we wij hij zij ze hem hen mij me er zelfde hetzelfde dezelfde ander andere alles niets iets geen " +
    "van naar uit tot in op aan te bij voor met per om en of maar ook dan dus niet alleen slechts toch liever eigenlijk beter plaats als elk elke meer minder nog ervan daarvan daarheen " +
    "ja nee ok oke prima goed sorry pardon excuus o oh ah oeps hm wacht stop halt graag alsjeblieft alstublieft aub bedankt dank wel top mooi correctie nu " +
    "bedoel bedoelde bedoelden maak zet verander is ben moet moeten wil willen wou zou zouden heb hebben heeft nodig hoeft kan kun kunt kunnen gaat gaan dringend spoed snel direct meteen stuks opdracht bestelling aanvraag verzoek",
};
const SETS = Object.fromEntries(
  Object.entries(CLOSED).map(([language, list]) => [language, new Set(list.split(" ").map(fold))]),
) as unknown as Record<Language, ReadonlySet<string>>;

/** True for a folded word of a closed class of the language; English ones may stand in any text. */
export function isClosedWord(folded: string, language: Language): boolean {
  // An elided article keeps its apostrophe ("d'accord").
  const word = folded.replace(/'$/, "");
  return SETS[language].has(word) || SETS.en.has(word);
}
