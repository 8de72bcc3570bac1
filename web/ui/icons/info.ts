import { createIcon } from './icon.tsx'

export const InfoIcon = /* @__PURE__ */ createIcon('M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM8 7.5v3.3M8 5.2h.01')
