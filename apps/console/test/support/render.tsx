import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
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

export interface RenderOptions {
  language?: UiLanguage;
  user?: string;
  roles?: string[];
  /** The server: what it answers to a call; undefined stands for 404. */
  answer?(asked: Asked): { status?: number; body: unknown } | undefined;
}

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** Lets everything that is under way on the page end: answers, effects, what follows from them. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) await act(async () => await new Promise((resolve) => setTimeout(resolve, 0)));
};

/** Puts a part of the console on a page of its own, signed in, with a server behind it. Taken down when the test ends. */
export async function render(node: ReactNode, options: RenderOptions = {}): Promise<{ asked: Asked[]; body: HTMLElement }> {
  const { language = "en", user = "stock.ben", roles = ["stock_manager"] } = options;
  const asked: Asked[] = [];
  window.localStorage.setItem("qm.language", language);
  writeDemoUser(user);
  const before = globalThis.fetch;
  globalThis.fetch = (async (input: string, init: RequestInit = {}) => {
    const call: Asked = {
      method: init.method ?? "GET",
      path: String(input),
      body: typeof init.body === "string" ? JSON.parse(init.body) : null,
      headers: new Headers(init.headers),
    };
    if (call.path === "/v1/session") return Response.json({ user, roles, mode: "demo" });
    asked.push(call);
    const found = options.answer?.(call) ?? { status: 404, body: { code: "not_found", title: "", detail: "" } };
    return Response.json(found.body, { status: found.status ?? 200 });
  }) as typeof fetch;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
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
  // Words other than the English come on their own, and the page waits for them.
  for (let turn = 0; turn < 200 && place.childElementCount === 0; turn++) await settle();
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
