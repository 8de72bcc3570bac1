import { createIcon } from './icon.tsx'

export const PlayIcon = /* @__PURE__ */ createIcon('M5 3.2v9.6L12.5 8z')
