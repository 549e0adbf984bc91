import type { Action, JsonValue, ToolDescription } from "@quartermaster/shared/contracts";
import { AppError, type FieldProblem } from "@quartermaster/shared/errors";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Catalogue } from "../agents/catalogue.ts";

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
const compiled = new Map<string, ValidateFunction>();

const validatorOf = (tool: ToolDescription): ValidateFunction => {
  const known = compiled.get(tool.schemaHash);
  if (known) return known;
  const made = ajv.compile(tool.parameters);
  compiled.set(tool.schemaHash, made);
  return made;
};

/** Every `@ref` in the arguments with its JSON pointer. */
export function referencesIn(value: JsonValue, path = ""): { path: string; ref: string }[] {
  if (typeof value === "string") {
    // "@a1", or "@a1.transferId" when a step has several outputs.
    const ref = /^@([A-Za-z][A-Za-z0-9_-]{0,31})(?:\.[A-Za-z]{1,40})?$/.exec(value)?.[1];
    return ref === undefined ? [] : [{ path, ref }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => referencesIn(item, `${path}/${index}`));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, item]) => referencesIn(item, `${path}/${name}`));
  return [];
}

function checkArguments(action: Action, at: string, tool: ToolDescription): FieldProblem[] {
  const validate = validatorOf(tool);
  if (validate(action.args)) return [];
  return (validate.errors ?? []).map((error) => {
    const extra =
      error.keyword === "additionalProperties"
        ? `/${String(error.params.additionalProperty)}`
        : error.keyword === "required"
          ? `/${String(error.params.missingProperty)}`
          : "";
    return { path: `${at}/args${error.instancePath}${extra}`, message: error.message ?? "not valid" };
  });
}

function checkReferences(action: Action, at: string, tool: ToolDescription, earlier: ReadonlySet<string>): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const { path, ref } of referencesIn(action.args)) {
    const dotted = path
      .slice(1)
      .split("/")
      .filter((part) => !/^\d+$/.test(part))
      .join(".");
    if (!tool.refable.includes(dotted))
      problems.push({ path: `${at}/args${path}`, message: "this argument takes no reference to another step" });
    else if (!earlier.has(ref)) problems.push({ path: `${at}/args${path}`, message: `no earlier action has the ref ${ref}` });
  }
  (action.after ?? []).forEach((ref, index) => {
    if (!earlier.has(ref)) problems.push({ path: `${at}/after/${index}`, message: `no earlier action has the ref ${ref}` });
  });
  return problems;
}

/**
 * Checks submitted steps against the agents' own schemas before anything is stored.
 * @throws AppError invalid_request | unknown_tool naming every place, unavailable when an agent was never seen.
 */
export function validateActions(actions: readonly Action[], catalogue: Pick<Catalogue, "find" | "tools">): void {
  const problems: FieldProblem[] = [];
  const earlier = new Set<string>();
  let unknown = false;
  actions.forEach((action, index) => {
    const at = `/actions/${index}`;
    const tool = catalogue.find(action.agent, action.tool);
    if (!tool && !catalogue.tools().some((known) => known.agent === action.agent)) {
      throw new AppError("unavailable", { detail: `the tools of ${action.agent} are not known yet` });
    }
    if (!tool || tool.effect === "runtime") {
      unknown = true;
      problems.push({ path: `${at}/tool`, message: `${action.agent} has no tool ${action.tool}` });
    } else problems.push(...checkArguments(action, at, tool), ...checkReferences(action, at, tool, earlier));
    if (action.ref !== undefined) {
      if (earlier.has(action.ref)) problems.push({ path: `${at}/ref`, message: `the ref ${action.ref} is used twice` });
      earlier.add(action.ref);
    }
  });
  if (problems.length === 0) return;
  const detail = problems.map((problem) => `${problem.path}: ${problem.message}`).join("; ");
  throw new AppError(unknown ? "unknown_tool" : "invalid_request", { detail, errors: problems });
}
