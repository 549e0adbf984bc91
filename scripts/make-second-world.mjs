// Makes data/words/second-world.json: the seed world under other ids, names, places, days and balances. Requests about it show
// whether anything knows the seed by heart. Run it again after a change of the seed: node scripts/make-second-world.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const DAYS = 84;

/** Own places and the foreign ones, by UN/LOCODE and name. */
const PLACES = [
  ["DEHAM", "DEBRE", "HAM", "BRE", "Hamburg", "Bremen", "HH", "HB"],
  ["NLRTM", "BEANR", "RTM", "ANR", "Rotterdam", "Antwerp", "Rdam", "Antwerpen"],
  ["FRLIO", "FRMRS", "LIO", "MRS", "Lyon", "Marseille", "LYS", "Marsella"],
  ["ESVLC", "ESBCN", "VLC", "BCN", "Valencia", "Barcelona", "VLC", "BCN"],
  ["PLGDN", "PLPOZ", "GDN", "POZ", "Gdansk", "Poznan", "Danzig", "Posen"],
  ["GBFXT", "GBSOU", "FXT", "SOU", "Felixstowe", "Southampton", "FXT", "SOU"],
  ["USSAV", "USHOU", "SAV", "HOU", "Savannah", "Houston", "SAV", "HOU"],
  ["NOBGO", "NOOSL", "BGO", "OSL", "Bergen", "Oslo", "BGO", "OSL"],
  ["INMAA", "INBOM", "MAA", "BOM", "Chennai", "Mumbai", "MAA", "BOM"],
  ["TRIST", "TRIZM", "IST", "IZM", "Istanbul", "Izmir", "IST", "IZM"],
];
const ITEMS = {
  "PMP-100": ["HYD-310", "Gear pump 7.5 kW"],
  "VLV-050": ["GTV-65", "Gate valve DN65 bronze"],
  "VLV-080": ["CHK-100", "Check valve DN100"],
  "SEAL-01": ["ORG-44", "O-ring assortment"],
  "BRG-6205": ["NDL-1512", "Needle roller bearing 1512"],
  "MOT-15": ["SVM-22", "Servo motor 22 kW"],
  "SNS-TMP": ["THC-K2", "Thermocouple type K"],
  "SNS-PRS": ["LVL-8", "Level transmitter 8 m"],
  "LMP-LED": ["FLD-90", "LED floodlight 90 W"],
  "PNT-EPX": ["VRN-PU", "Polyurethane varnish, 5 L can"],
  "SLV-IPA": ["SLV-ETH", "Ethanol technical"],
  "ADH-2K": ["SIL-300", "Silicone sealant cartridge"],
  "MSK-FFP2": ["RSP-P3", "P3 respirator filter"],
  "RGT-KIT": ["DIA-SET", "Blood analysis reagent kit"],
  "FOD-OLV": ["FOD-SUN", "Sunflower oil, 5 L can"],
  "LUB-G2": ["GRS-EP", "Extreme-pressure grease cartridge"],
};
const NAMES = [
  ["Acme Industrial Inc", "Northwind Tools Inc"],
  ["Acme", "Northwind"],
  ["Kent Process Ltd", "Solent Systems Ltd"],
  ["Kent", "Solent"],
  ["Helvetia Pharma AG", "Rhaetia Labs AG"],
  ["Helvetia", "Rhaetia"],
  ["Fjord Subsea AS", "Skagen Offshore AS"],
  ["Fjord", "Skagen"],
  ["Deccan Biotech Pvt Ltd", "Konkan Diagnostics Pvt Ltd"],
  ["Deccan", "Konkan"],
  ["Gulf Meridian Trading FZE", "Pearl Horizon Trading FZE"],
  ["Gulf Meridian", "Pearl Horizon"],
];
const KEYS = [
  [/\bSHP-1(\d{3})\b/g, "SHP-4$1"],
  [/\bEXD-5(\d{3})\b/g, "EXD-8$1"],
  [/\bRSV-3(\d{3})\b/g, "RSV-6$1"],
  [/\bSVC-(\d{2})\b/g, "SVC-3$1"],
  [/\bSTK-0(\d{2})\b/g, "STK-7$1"],
  [/\bHLD-(\d)\b/g, "HLD-6$1"],
  [/\bSCR-8(\d{2})\b/g, "SCR-3$1"],
  [/\bPOD-1(\d{3})\b/g, "POD-4$1"],
  [/\bSO-77(\d{2})\b/g, "SO-33$1"],
  [/\bSO-78(\d{2})\b/g, "SO-34$1"],
  [/\b([A-Z]{1,2})26(\d{2})\b/g, "$127$2"],
  [/\b([A-Z]{1,2})24(\d{2})\b/g, "$125$2"],
];

const word = (text) => new RegExp(`(?<![A-Za-z0-9])${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![A-Za-z0-9])`, "g");

function renamed(seed) {
  let text = JSON.stringify(seed);
  const names = new Map(seed.skus.map((item) => [item.sku, item.name]));
  for (const [sku, [key, name]] of Object.entries(ITEMS)) {
    text = text.replaceAll(JSON.stringify(names.get(sku)), JSON.stringify(name));
    text = text.replace(word(sku), key).replace(word(sku.replace("-", "")), key.replace("-", ""));
  }
  for (const [from, to] of NAMES) text = text.replace(word(from), to);
  for (const pairs of PLACES) for (let at = 0; at < pairs.length; at += 2) text = text.replace(word(pairs[at]), pairs[at + 1]);
  for (const [from, to] of KEYS) text = text.replace(from, to);
  return text;
}

/** Every day later by the same number of weeks, so that weekdays and intervals stay. */
const later = (text) =>
  text.replace(/\b(\d{4})-(\d{2})-(\d{2})(?=[T"])/g, (day) =>
    day.startsWith("2099") ? day : new Date(Date.parse(`${day}T00:00:00Z`) + DAYS * 86_400_000).toISOString().slice(0, 10),
  );

const seed = JSON.parse(readFileSync(join(root, "data/seed-world.json"), "utf8"));
const world = JSON.parse(later(renamed(seed)));
world.note = "The seed world under other ids, names, places, days and balances; made by scripts/make-second-world.mjs.";
// Goods with serial numbers keep their balance: each unit has its number.
const serial = new Set(world.skus.filter((item) => item.tracking === "serial").map((item) => item.sku));
world.stock.forEach((row, index) => {
  if (!serial.has(row.sku)) row.on_hand += 6 + (index % 7);
});
writeFileSync(join(root, "data/words/second-world.json"), `${JSON.stringify(world, null, 1)}\n`);
