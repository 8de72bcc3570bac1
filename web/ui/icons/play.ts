import { drawn } from './drawn.tsx'

export const PlayIcon = /* @__PURE__ */ drawn('M5 3.2v9.6L12.5 8z')
