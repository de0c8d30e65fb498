# Clipferry in one image; the command says whether it is a web node (as it is) or a worker (compose.yaml).
# Not run where it was written: there was no container daemon. See docs/several-machines.md.
# Images are pinned by tag, to the Node of package.json. A digest cannot move at all; neither could be looked up where this was written.

FROM node:26.10.0-slim AS build
# The extractor comes by pip, which alone has all its parts: the scripts for YouTube's challenges and the fingerprints of browsers.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates ffmpeg python3 python3-pip python3-venv \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY . .
RUN npm run build && npm run doctor && test -x .engine/venv/bin/python

# What is needed to run the built site, and nothing that builds it. Node is the image's own.
FROM build AS pruned
RUN npm prune --omit=dev && rm -r node_modules/node-linux-*

FROM node:26.10.0-slim
# pip as a wheel: newer versions of the extractor are installed below /data (docs/operations.md).
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates ffmpeg python3 python3-pip-whl \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node --mode=700 /data
WORKDIR /app
COPY --from=pruned /app/package.json /app/app.config.ts ./
COPY --from=pruned /app/node_modules node_modules
COPY --from=pruned /app/dist dist
COPY --from=pruned /app/src/entry.node.ts /app/src/uncaught-errors.ts /app/src/log-console.ts /app/src/node-listener.ts \
  /app/src/worker.node.ts src/
# What runs in processes and threads of its own is no part of the build.
COPY --from=pruned /app/src/server/engine/worker src/server/engine/worker
COPY --from=pruned /app/src/server/engine/solver src/server/engine/solver
COPY --from=pruned /app/src/server/engine/tokens src/server/engine/tokens
COPY --from=pruned /app/src/server/confinement src/server/confinement
COPY --from=pruned /app/src/server/store src/server/store
COPY --from=pruned /app/src/server/transfer src/server/transfer
COPY --from=pruned /app/src/server/identity/embedded src/server/identity/embedded
COPY --from=pruned /app/.engine/venv .engine/venv
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  EXTRACTOR_PYTHON=/app/.engine/venv/bin/python \
  FFMPEG_PATH=/usr/bin/ffmpeg
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/entry.node.ts"]
