import { fold } from "../text/fold.ts";

/** Everyday words for goods in the other languages with the English word that item names tend to hold. General vocabulary. */
const ROWS: [english: string, others: string][] = [
  [
    "valve",
    "ventil ventile kugelhahn kugelhähne absperrhahn vanne vannes válvula válvulas klep kleppen afsluiter afsluiters kogelkraan kogelkranen kogelklep kogelkleppen kogelafsluiter kogelafsluiters vlinderklep vlinderkleppen absperrklappe absperrklappen drosselklappe drosselklappen kugelventil kugelventile",
  ],
  [
    "pump",
    "pumpe pumpen pompe pompes bomba bombas pomp pompen kreiselpumpe kreiselpumpen tauchpumpe tauchpumpen centrifugaalpomp centrifugaalpompen dompelpomp dompelpompen",
  ],
  ["bearing", "lager kugellager wälzlager roulement roulements rodamiento rodamientos cojinete cojinetes lagers kogellager kogellagers"],
  [
    "seal",
    "dichtung dichtungen gleitringdichtung joint joints garniture garnitures sello sellos junta juntas afdichting afdichtingen pakking pakkingen",
  ],
  ["motor", "motoren moteur moteurs motores"],
  ["sensor", "sensoren fühler capteur capteurs sonde sondes sensores sonda sondas opnemer opnemers"],
  ["cable", "kabel kabeln câble câbles kabels"],
  ["battery", "batterie batterien akku akkus batteries batería baterías batterij batterijen accu accus"],
  ["drill", "bohrmaschine bohrmaschinen bohrer perceuse perceuses taladro taladros boormachine boormachines"],
  [
    "luminaire",
    "leuchte leuchten lampe lampen lampes luminaires luminaria luminarias lámpara lámparas campana campanas armatuur armaturen",
  ],
  ["primer", "grundierung apprêt primaire imprimación grondverf"],
  ["paint", "farbe lack peinture pintura verf"],
  ["adhesive", "kleber klebstoff colle adhésif adhesivo pegamento lijm"],
  ["acetone", "aceton acétone acetona"],
  ["isopropanol", "isopropylalkohol isopropanol isopropílico"],
  ["acid", "säure salzsäure acide ácido zuur zoutzuur"],
  ["oil", "öl huile aceite olie"],
  ["hydraulic oil", "hydrauliköl hydrauliköle hydrauliekolie"],
  ["grease", "fett schmierfett graisse grasa vet smeervet"],
  ["mask", "maske masken masque masques mascarilla mascarillas masker maskers mondmasker mondmaskers"],
  ["glove", "handschuh handschuhe gant gants guante guantes handschoen handschoenen"],
  ["sanitiser", "desinfektionsmittel désinfectant gel desinfectante ontsmettingsmiddel handgel"],
  ["reagent", "reagenz reagenzien réactif réactifs reactivo reactivos reagens reagentia"],
  ["tube", "rohr rohre tuyau tuyaux tubo tubos buis buizen"],
  ["camera", "kamera kameras caméra caméras cámara cámaras camera's"],
  [
    "thermal",
    "wärmebild wärmebildkamera wärmebildkameras thermique thermiques térmica térmicas thermisch thermische warmtebeeldcamera cams cam",
  ],
  ["drive", "umrichter frequenzumrichter variateur variateurs variador variadores omvormer omvormers drives"],
  ["controller", "steuerung steuerungen automate automates controlador controladores besturing"],
  ["transmitter", "transmetteur messumformer transmisor transmisores drukopnemer"],
  ["gasket", "flachdichtung flachdichtungen"],
  ["pallet", "europalette europaletten"],
  ["resin", "harz harze résine résines resina resinas hars harsen"],
  ["kit", "sätze"],
];
const ENGLISH = new Map(ROWS.flatMap(([english, others]) => others.split(" ").map((word) => [fold(word), english] as const)));

/** The English word for a word of the goods' world, or undefined. */
export const englishGoods = (word: string): string | undefined => ENGLISH.get(fold(word));
const GENERAL = new Set(ROWS.map(([english]) => english));

/** True for a word of the goods' world in any of the five languages, in singular or plural. */
export function namesGoods(word: string): boolean {
  const folded = fold(word);
  return ENGLISH.has(folded) || [folded, folded.replace(/s$/, ""), folded.replace(/es$/, "")].some((form) => GENERAL.has(form));
}
