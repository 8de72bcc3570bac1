import { createIcon } from './icon.tsx'

export const ArrowDownIcon = /* @__PURE__ */ createIcon('M8 3v9.5M4.5 9 8 12.5 11.5 9')
