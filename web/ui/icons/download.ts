import { createIcon } from './icon.tsx'

export const DownloadIcon = /* @__PURE__ */ createIcon('M8 2.5v7.5M5 7.2l3 3 3-3M2.5 11.5v1a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-1')
