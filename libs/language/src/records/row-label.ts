import type { Language } from "@quartermaster/shared/contracts";
import { stateWord } from "./state-word.ts";

/** Labels of the rows that previews and receipts show, `{}` for what the row names: German, French, Spanish, Dutch. */
const LABELS: [string, [string, string, string, string]][] = [
  ["Arrives", ["Ankunft", "Arrivée", "Llegada", "Aankomst"]],
  ["Available", ["Verfügbar", "Disponible", "Disponible", "Beschikbaar"]],
  ["By", ["Bis", "Avant le", "Antes del", "Voor"]],
  ["Charge", ["Kosten", "Frais", "Gastos", "Kosten"]],
  ["Consignee", ["Empfänger", "Destinataire", "Destinatario", "Geadresseerde"]],
  ["Count at", ["Zählung in", "Comptage à", "Recuento en", "Telling in"]],
  ["Country of destination", ["Bestimmungsland", "Pays de destination", "País de destino", "Land van bestemming"]],
  ["Customer", ["Kunde", "Client", "Cliente", "Klant"]],
  ["Delivery hold", ["Liefersperre", "Blocage de livraison", "Retención de entrega", "Leverblokkade"]],
  ["Destination", ["Ziel", "Destination", "Destino", "Bestemming"]],
  ["Evidence", ["Nachweis", "Preuve", "Prueba", "Bewijs"]],
  ["Exit", ["Ausgang", "Sortie", "Salida", "Uitgang"]],
  ["Expected", ["Erwartet", "Attendu", "Previsto", "Verwacht"]],
  ["Exporter", ["Ausführer", "Exportateur", "Exportador", "Exporteur"]],
  ["For", ["Für", "Pour", "Para", "Voor"]],
  [
    "Free capacity of the service",
    ["Freie Kapazität des Dienstes", "Capacité libre du service", "Capacidad libre del servicio", "Vrije capaciteit van de dienst"],
  ],
  ["From", ["Von", "De", "Desde", "Van"]],
  ["Hold", ["Sperre", "Blocage", "Retención", "Blokkade"]],
  ["Incoterm", ["Incoterm", "Incoterm", "Incoterm", "Incoterm"]],
  ["Items", ["Artikel", "Articles", "Artículos", "Artikelen"]],
  ["Leaves", ["Abfahrt", "Départ", "Salida", "Vertrek"]],
  ["Lot", ["Charge", "Lot", "Lote", "Partij"]],
  ["On hand", ["Vorhanden", "En stock", "En existencia", "Aanwezig"]],
  ["Path", ["Weg", "Parcours", "Recorrido", "Route"]],
  ["Quantity", ["Menge", "Quantité", "Cantidad", "Hoeveelheid"]],
  ["Rationale", ["Begründung", "Justification", "Justificación", "Motivering"]],
  ["Reason", ["Grund", "Motif", "Motivo", "Reden"]],
  ["Regime", ["Verfahren", "Régime", "Régimen", "Regeling"]],
  ["Reserved", ["Reserviert", "Réservé", "Reservado", "Gereserveerd"]],
  ["Route", ["Strecke", "Trajet", "Ruta", "Traject"]],
  ["Score", ["Trefferwert", "Score", "Puntuación", "Score"]],
  ["Screening", ["Prüfung", "Contrôle", "Cribado", "Screening"]],
  ["Serial numbers", ["Seriennummern", "Numéros de série", "Números de serie", "Serienummers"]],
  ["Service", ["Dienst", "Service", "Servicio", "Dienst"]],
  ["State", ["Status", "État", "Estado", "Status"]],
  ["Statistical value", ["Statistischer Wert", "Valeur statistique", "Valor estadístico", "Statistische waarde"]],
  ["Status", ["Status", "Statut", "Estado", "Status"]],
  ["Supplier", ["Lieferant", "Fournisseur", "Proveedor", "Leverancier"]],
  ["To", ["Nach", "Vers", "A", "Naar"]],
  ["Transfer", ["Umlagerung", "Transfert", "Traslado", "Overboeking"]],
  ["Committed on {}", ["Gebunden auf {}", "Engagé sur {}", "Comprometido en {}", "Vastgelegd op {}"]],
  [
    "Declared quantity of {}, in base units",
    [
      "Angemeldete Menge {}, in Basiseinheiten",
      "Quantité déclarée de {}, en unités de base",
      "Cantidad declarada de {}, en unidades base",
      "Aangegeven hoeveelheid {}, in basiseenheden",
    ],
  ],
  ["Goods {}, lot {}", ["Ware {}, Charge {}", "Marchandise {}, lot {}", "Mercancía {}, lote {}", "Goederen {}, partij {}"]],
  ["Goods {}", ["Ware {}", "Marchandise {}", "Mercancía {}", "Goederen {}"]],
  ["Leg {} arrives", ["Ankunft Abschnitt {}", "Arrivée du tronçon {}", "Llegada del tramo {}", "Aankomst traject {}"]],
  ["Leg {} leaves", ["Abfahrt Abschnitt {}", "Départ du tronçon {}", "Salida del tramo {}", "Vertrek traject {}"]],
  ["Leg {}, service", ["Abschnitt {}, Dienst", "Tronçon {}, service", "Tramo {}, servicio", "Traject {}, dienst"]],
  ["Line {}, customs code", ["Zeile {}, Warennummer", "Ligne {}, code douanier", "Línea {}, código aduanero", "Regel {}, goederencode"]],
  ["Line {}, goods", ["Zeile {}, Ware", "Ligne {}, marchandise", "Línea {}, mercancía", "Regel {}, goederen"]],
  ["Line {}, licence", ["Zeile {}, Genehmigung", "Ligne {}, licence", "Línea {}, licencia", "Regel {}, vergunning"]],
  ["Line {}, lot", ["Zeile {}, Charge", "Ligne {}, lot", "Línea {}, lote", "Regel {}, partij"]],
  ["Line {}, net mass", ["Zeile {}, Eigenmasse", "Ligne {}, masse nette", "Línea {}, masa neta", "Regel {}, nettomassa"]],
  ["Line {}, quantity of {}", ["Zeile {}, Menge {}", "Ligne {}, quantité de {}", "Línea {}, cantidad de {}", "Regel {}, hoeveelheid {}"]],
  ["Line {}, {}", ["Zeile {}, {}", "Ligne {}, {}", "Línea {}, {}", "Regel {}, {}"]],
  ["On hand, {}", ["Vorhanden, {}", "En stock, {}", "En existencia, {}", "Aanwezig, {}"]],
  ["Ordered {}", ["Bestellt {}", "Commandé {}", "Pedido {}", "Besteld {}"]],
  ["Reserved for {}", ["Reserviert für {}", "Réservé pour {}", "Reservado para {}", "Gereserveerd voor {}"]],
  ["Screening of {}", ["Prüfung von {}", "Contrôle de {}", "Cribado de {}", "Screening van {}"]],
  [
    "Shipped quantity of {}, in base units",
    [
      "Versandte Menge {}, in Basiseinheiten",
      "Quantité expédiée de {}, en unités de base",
      "Cantidad enviada de {}, en unidades base",
      "Verzonden hoeveelheid {}, in basiseenheden",
    ],
  ],
  ["State of {}", ["Status von {}", "État de {}", "Estado de {}", "Status van {}"]],
  ["{} hold of {}", ["Sperre {} von {}", "Blocage {} de {}", "Retención {} de {}", "Blokkade {} van {}"]],
];
const COLUMN: Partial<Record<Language, 0 | 1 | 2 | 3>> = { de: 0, fr: 1, es: 2, nl: 3 };
const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
const PATTERNS = LABELS.map(([label, words]) => ({ pattern: new RegExp(`^${escaped(label).replaceAll("{}", "(.+?)")}$`), words }));

/** The label of a row in the user's language; as it is when there are no words for it. */
export function rowLabel(label: string, language: Language): string {
  const column = COLUMN[language];
  if (column === undefined) return label;
  for (const { pattern, words } of PATTERNS) {
    const match = pattern.exec(label);
    if (!match) continue;
    let at = 0;
    return words[column].replace(/\{\}/g, () => stateWord(match[++at] ?? "", language));
  }
  return label;
}
