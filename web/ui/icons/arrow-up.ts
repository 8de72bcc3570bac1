import { createIcon } from './icon.tsx'

export const ArrowUpIcon = /* @__PURE__ */ createIcon('M8 13V3.5M4.5 7 8 3.5 11.5 7')
