import { createIcon } from './icon.tsx'

export const ReturnIcon = /* @__PURE__ */ createIcon('M13 4v3.5a1.5 1.5 0 0 1-1.5 1.5H3.5M6 6.5 3.5 9 6 11.5')
