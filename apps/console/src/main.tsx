import "./styles/console.css";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApiError } from "./api/api-error.ts";
import { LanguageProvider } from "./messages/use-messages.tsx";
import { router } from "./router.tsx";
import { SessionProvider } from "./session/session-context.tsx";
import { applyTheme, readTheme } from "./ui/theme.ts";

const MAX_RETRIES = 2;
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.problem.status >= 400 && error.problem.status < 500;
const client = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => !isRefusal(error) && count < MAX_RETRIES, staleTime: 1_000, refetchOnWindowFocus: true },
  },
});

applyTheme(readTheme());
const place = document.getElementById("root");
if (place === null) throw new Error("the page has no root");
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <LanguageProvider>
        <QueryClientProvider client={client}>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </CSPProvider>
  </StrictMode>,
);
