import type { Language } from "@quartermaster/shared/contracts";
import { words } from "./words.ts";

const TELLING: Record<Language, string> = {
  en: "in stock got them they off write need want says its make give me can could would you be been only just there here over under have the a an and or to from of for by please pls is are was what when where which how many much do does have has we our it its this that with before after instead move transfer ship send reserve release hold lodge draft book cancel stock available now today tomorrow status any all of on at into no not sorry hello hi thanks january february march june july october december monday tuesday wednesday thursday friday saturday sunday week month yesterday boxes box drums drum pallets pallet cans pieces pcs bags kits dozen change put set keep amend count counted check show list moves moved shipped lift reorder order buy split next later earlier customer lot batch pull push back until half needs must should these those due loaded expired missing damaged papers declaration reservation shipment screening licence",
  de: "sorry ich meinte meine in halte halten an gib gibt frei lege legen zuruck reiche ein verlagere verlege transferiere lagere um reserviere storniere erstelle bereite vor buche schicke sende einreichen freigeben wieso der die das den dem des ein eine einen und oder nach von aus bis bitte ist sind wie viel viele wo wann was wir unser unsere haben hat mit vor statt fur auf im am zum zur nicht kein keine noch umlagern verlagern reservieren freigeben stornieren anhalten einreichen buchen bestand lager stuck heute morgen hallo danke doch lieber sondern erstellen vorbereiten sendung januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag woche monat gestern ubermorgen stk kartons karton dosen dose fass fasser kiste kisten palette paletten beutel dutzend welche welcher welches welchen wieviel lauft gilt sperre sperren storno bestelle bestellen nachbestellen zahle zahlen nachzahlen zahlung andere andern verschiebe verschieben umbuchen umleiten leite lieferung kunde kunden auftrag anmeldung ausfuhranmeldung ausfuhr zoll lizenz reservierung fehlt fehlen sofort dringend beim alle diese dieser diesem wird werden muss soll sollen konnen kann ab schon zeig zeige prufe erhohe reduziere setze andert zieh lose los trage abgelaufen beschadigt freigabe menge",
  fr: "sorry pardon voulais dire bloquer annuler liberer deposer transferez deplacez liberez bloquez annulez preparez deposez expediez commandez vers chez le la les un une des du de et ou vers depuis pour avec avant est sont quel quelle combien quand nous notre nos avons au aux ce cette ces dans sur sil te vous plait svp merci deplacez deplacer transferez transferer reservez reserver liberez envoyez preparez deposez annulez bloquez stock aujourd hui demain bonjour pas plutot non s qu c d l j il y a en janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche semaine mois hier pieces cartons carton boites boite futs fut palettes bidons sacs douzaine douzaines quelles quels quoi mettez mettre met modifiez modifier changez passez passer faites faire verifiez verifier client commande expedition expeditions declaration lot lots perime perimes expire expiree expirees manque manquent urgent urgence avez peut pouvez pouvons veuillez jusqu prochain prochaine compter comptez inventaire retardez reportez decalez invalidez soumettez levez debloquez bloque ont deja encore tout tous toutes leur lui rien ne ni sans chaque montrez dites",
  es: "sorry perdon queria decir andamos cortos arregladlo libera retén reten presenta prepara mueva trasladar transfiere aparta anule vamos estan el la los las un una unos unas y o de del desde hasta para por con antes es son cuanto cuantos cuanta cuantas hay cuando donde que nuestro nuestra tenemos al en este esta porfa favor gracias mueve mover traslada trasladar reserva reservar libera liberar envia enviar manda prepara presenta anula cancela existencias hoy manana hola no vale mejor enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo semana mes ayer piezas cajas caja bidones bidon palets unidades unidad docena docenas cuales cual pon ponga pasa pase cambia cambie modifica aplaza retrasa suelta levanta bloquea cuenta cuenten ajusta pide pida pedir compra reponer cliente pedido envio envios declaracion lote caducan caduca vencido falta faltan urgente puede puedes podemos necesito necesitamos quiero proximo proxima ya todavia todo todos todas nada sin cada muestra dime verifica comprueba aduana licencia salen sale llegan si",
  nl: "sorry ik bedoelde bedoel ander anders dien geef houd zet stel breng stuur plaats vrij tegen apart klaar naar liggen wilt kunt de het een en of van naar voor met uit bij tot is zijn hoeveel wanneer waar welke wij we onze hebben heeft niet geen aub alstublieft graag verplaats verplaatsen reserveer reserveren vrijgeven annuleer annuleren boeken dien indienen voorraad vandaag morgen stuks hallo bedankt dank nee liever toch maar in op te er zending januari februari maart april mei juni juli augustus oktober maandag dinsdag woensdag donderdag vrijdag zaterdag zondag week maand gisteren overmorgen dozen doos vaten vat pallets blikken blik zakken dozijn hef wijzig wijzigen verander verhoog verlaag verschuif verzet uitstellen omboeken boek bestel bestellen koop tel tellen telling blokkeer blokkeren schrijf afboeken klant bestelling zendingen aangifte aangiften reservering partij lot verlopen verloopt ontbreekt ontbreken dringend spoed alle deze dit die dat andere wordt worden moet moeten kan kunnen wil nog al toon controleer laat maak haal volgende vracht vergunning vertrekt vertrekken komt aankomt",
};
const WEIGHT_TELLING = 1;
const SETS = Object.fromEntries(Object.entries(TELLING).map(([language, list]) => [language, new Set(list.split(" "))])) as Record<
  Language,
  Set<string>
>;
const LETTERS: [Language, RegExp, number][] = [
  ["de", /[äöüß]/gi, 0.8],
  ["es", /[ñ¿¡]/gi, 2],
  ["es", /[áíóú]/gi, 0.5],
  ["fr", /[èêçœàùîû]/gi, 0.8],
  ["fr", /\b(?:l|d|qu|j|n)['’]/gi, 0.8],
  ["nl", /\b\w*(?:ij|aa|oe)\w*\b/gi, 0.3],
];

/** How strongly a text speaks for each language. A word that several languages share counts less. */
function scores(text: string): Record<Language, number> {
  const result: Record<Language, number> = { en: 0, de: 0, fr: 0, es: 0, nl: 0 };
  for (const word of words(text)) {
    const speakers = (Object.keys(SETS) as Language[]).filter((language) => SETS[language].has(word.folded));
    for (const language of speakers) result[language] += WEIGHT_TELLING / speakers.length;
  }
  for (const [language, pattern, weight] of LETTERS) result[language] += weight * (text.match(pattern)?.length ?? 0);
  return result;
}

/** The language of a text, or the fallback when nothing tells. `lead`: how far another language must be ahead of the fallback at least. */
export function detectLanguage(text: string, fallback: Language = "en", lead = 0): Language {
  const found = scores(text);
  let best: Language = fallback;
  for (const language of Object.keys(found) as Language[]) if (found[language] > found[best]) best = language;
  return found[best] - found[fallback] < lead ? fallback : best;
}
