import { describe, expect, it } from "vitest";
import { statesNamed } from "../src/index.ts";

const PAPERS = ["draft", "lodged", "accepted", "under_control", "released", "not_released", "rejected", "exited", "invalidated"];
const SHIPMENTS = ["draft", "booked", "packed", "loaded", "departed", "arrived", "delivered", "cancelled"];

describe("states of papers that a question names", () => {
  it.each([
    ["Which export declarations are still drafts?", ["draft"]],
    ["Which declarations are in draft?", ["draft"]],
    ["Welche Ausfuhranmeldungen sind noch im Entwurf?", ["draft"]],
    ["Quelles déclarations sont encore en brouillon ?", ["draft"]],
    ["¿Qué declaraciones siguen en borrador?", ["draft"]],
    ["Welke aangiften zijn nog concept?", ["draft"]],
    ["Which declarations have not been lodged yet?", ["draft"]],
    ["Welche Anmeldungen sind noch nicht eingereicht?", ["draft"]],
    ["Quelles déclarations n'ont pas encore été déposées ?", ["draft"]],
    ["¿Qué declaraciones no han sido presentadas?", ["draft"]],
    ["Welke aangiften zijn nog niet ingediend?", ["draft"]],
    ["Which declarations were rejected?", ["rejected"]],
    ["Welche Anmeldungen wurden abgelehnt?", ["rejected"]],
    ["Quelles déclarations ont été refusées ?", ["rejected"]],
    ["¿Qué declaraciones fueron rechazadas?", ["rejected"]],
    ["Welke aangiften zijn afgewezen?", ["rejected"]],
    ["Welche Anmeldungen sind nicht freigegeben?", ["not_released"]],
    ["Which declarations are released?", ["released"]],
    ["Which declarations are there?", []],
  ])("%s", (text, states) => expect(statesNamed(text, PAPERS)).toEqual(states));
});

describe("states of shipments that a question names", () => {
  it.each([
    ["Which shipments are already loaded?", ["loaded"]],
    ["Welche Sendungen sind unterwegs?", ["departed"]],
    ["Quelles expéditions sont livrées ?", ["delivered"]],
    ["¿Qué envíos están cancelados?", ["cancelled"]],
    ["Welke zendingen zijn geboekt?", ["booked"]],
    // Nothing that one state tells.
    ["Which shipments are not delivered yet?", []],
    ["Which shipments leave Hamburg this week?", []],
    ["Welche Sendungen kommen im Dezember an?", []],
    ["¿Qué envíos llegan en diciembre?", []],
  ])("%s", (text, states) => expect(statesNamed(text, SHIPMENTS)).toEqual(states));
});
