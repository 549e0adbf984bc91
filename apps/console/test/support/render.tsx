import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { LanguageProvider, type UiLanguage } from "../../src/messages/use-messages.tsx";
import { SessionProvider } from "../../src/session/session-context.tsx";
import { writeDemoUser } from "../../src/session/token.ts";

/** A call of the page, as the server would see it. */
export interface Asked {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
}

interface Answer {
  status?: number;
  body: unknown;
}

export interface RenderOptions {
  language?: UiLanguage;
  user?: string;
  roles?: string[];
  /** The server: what it answers to a call; undefined stands for 404. */
  answer?(asked: Asked): Answer | undefined | Promise<Answer | undefined>;
}

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

interface Page {
  client: QueryClient;
  /** Calls without an answer yet. */
  open: number;
}

let page: Page | null = null;
const REST_WITHIN_MS = 10_000;

/** What is still under way on the page, in words; empty when it is at rest. */
function underWay(): string[] {
  if (page === null) return [];
  const counts = { queries: page.client.isFetching(), changes: page.client.isMutating(), calls: page.open };
  const busy = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  const wanted = window.localStorage.getItem("qm.language");
  return document.documentElement.lang === wanted ? busy : [...busy, `the words of ${wanted}`];
}

/** One turn of the event loop in which React does what is due, after every part that is loaded when needed has come. */
const turn = async (): Promise<void> =>
  await act(async () => {
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve, 0));
  });

/**
 * Waits until the page is at rest: no query, change or call is under way, and its words are there. Twice in a row, as an answer is
 * told to the page in the turn after the one it came in.
 */
export const settle = async (): Promise<void> => {
  const deadline = Date.now() + REST_WITHIN_MS;
  for (let quiet = 0; quiet < 2; ) {
    await turn();
    const busy = underWay();
    quiet = busy.length === 0 ? quiet + 1 : 0;
    if (quiet === 0 && Date.now() > deadline) throw new Error(`the page does not come to rest: ${busy.join(", ")}`);
  }
};

/** Puts a part of the console on a page of its own, signed in, with a server behind it. Taken down when the test ends. */
export async function render(node: ReactNode, options: RenderOptions = {}): Promise<{ asked: Asked[]; body: HTMLElement }> {
  const { language = "en", user = "stock.ben", roles = ["stock_manager"] } = options;
  const asked: Asked[] = [];
  window.localStorage.setItem("qm.language", language);
  // Told by the page once its words are there; what an earlier page told says nothing.
  document.documentElement.lang = "";
  writeDemoUser(user);
  const before = globalThis.fetch;
  const serve = async (input: string, init: RequestInit): Promise<Response> => {
    const call: Asked = {
      method: init.method ?? "GET",
      path: String(input),
      body: typeof init.body === "string" ? JSON.parse(init.body) : null,
      headers: new Headers(init.headers),
    };
    if (call.path === "/v1/session") return Response.json({ user, roles, mode: "demo" });
    asked.push(call);
    const found = (await options.answer?.(call)) ?? { status: 404, body: { code: "not_found", title: "", detail: "" } };
    return Response.json(found.body, { status: found.status ?? 200 });
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const own: Page = { client, open: 0 };
  page = own;
  globalThis.fetch = (async (input: string, init: RequestInit = {}) => {
    own.open += 1;
    return await serve(input, init).finally(() => {
      own.open -= 1;
    });
  }) as typeof fetch;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => node, notFoundComponent: () => node }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    client.clear();
    if (page === own) page = null;
    globalThis.fetch = before;
  });
  await act(async () =>
    root.render(
      <LanguageProvider>
        <QueryClientProvider client={client}>
          <SessionProvider>
            <RouterProvider router={router as never} />
          </SessionProvider>
        </QueryClientProvider>
      </LanguageProvider>,
    ),
  );
  await settle();
  return { asked, body: document.body };
}

/** The one button, link or menu entry with this name. */
export function named<T extends HTMLElement = HTMLElement>(name: string | RegExp, selector = "button,a,[role=menuitem]"): T {
  const fits = (element: Element): boolean => {
    const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
    return typeof name === "string" ? words.trim() === name : name.test(words);
  };
  const found = [...document.querySelectorAll<T>(selector)].filter(fits);
  if (found.length !== 1) throw new Error(`${found.length} of ${name} in ${document.body.textContent}`);
  return found[0] as T;
}

export async function click(element: HTMLElement): Promise<void> {
  await act(async () => element.click());
  await settle();
}

/** Types a text into a field, in place of what was in it. */
export async function fill(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
    own?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await settle();
}
