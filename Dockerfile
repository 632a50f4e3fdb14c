# syntax=docker/dockerfile:1
# Written and linted, not built where it was written: no container engine was at hand.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY bin/setup.mjs bin/
RUN npm ci --no-audit --no-fund
COPY . .
# The image has its own Node.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*

FROM node:24.21.0-bookworm-slim
# Two arenas are enough for a program with one busy thread; more of them keep some 30 MB that nobody uses. Of what is
# free, 128 kB are kept; left to itself, the allocator keeps up to 64 MB.
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=build --chown=root:root /app /app
USER node
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "bin/start.ts"]
