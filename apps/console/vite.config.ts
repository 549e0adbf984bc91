import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Nothing may be inlined: the page is served with a policy that allows no inline script, style or data URL.
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { outDir: "dist", assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: "es2023", reportCompressedSize: true },
  server: { proxy: { "/v1": "http://127.0.0.1:8080" } },
});
