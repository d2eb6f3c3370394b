FROM node:22-alpine AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-alpine
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/datasets/shop ./datasets/shop
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=3s CMD wget -qO- http://127.0.0.1:8765/healthz || exit 1
ENTRYPOINT ["node", "dist/src/cli/main.js"]
# The file needs tokens, as the service listens beyond the container: "toolgraph token" makes one.
CMD ["serve", "--config", "/config/toolgraph.yaml", "--host", "0.0.0.0"]
