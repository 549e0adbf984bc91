# One image for every service of the product; the compose file says which process a container runs.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
# Another registry, where npm's own cannot be reached: --build-arg NPM_CONFIG_REGISTRY=…
ARG NPM_CONFIG_REGISTRY
ENV CI=1
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc ./
RUN npm install --global --silent "pnpm@$(node -p 'require("./package.json").devDependencies.pnpm')"
# The packages, in a layer that only a changed lock file makes anew.
RUN pnpm fetch --reporter=append-only
COPY . .
RUN pnpm install --offline --frozen-lockfile --reporter=append-only
RUN node node_modules/typescript/bin/tsc -b \
 && pnpm --filter @quartermaster/console --if-present run build
# What runs: the built files and the packages they need. Postgres and nats-server are containers of their own here.
RUN find . -name node_modules -prune -exec rm -rf {} + \
 && pnpm install --prod --no-optional --offline --frozen-lockfile --filter '!@quartermaster/console' --reporter=append-only \
 && find libs services tools apps -name node_modules -prune -o -type d -name src -prune -exec rm -rf {} + \
 && find . -name '*.tsbuildinfo' -not -path './node_modules/*' -delete \
 && rm -rf e2e

FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production TZ=UTC
WORKDIR /app
# A new volume takes over the owner of the folder it is mounted on.
RUN mkdir -p /run/quartermaster /volumes \
 && cd /volumes \
 && mkdir prepare nats postgres bootstrap migrate seed coordinator approvals nats-data \
      supply supply-executor transit transit-executor export export-executor \
 && chown -R node:node /run/quartermaster /volumes
COPY --from=build /app /app
USER node
# The long start counts against nobody: a probe that succeeds ends it.
HEALTHCHECK --interval=5s --timeout=10s --start-period=300s --retries=6 CMD ["/bin/bash", "/app/deploy/container/is-ready.sh"]
CMD ["node", "services/coordinator/dist/main.js"]
