import { createIcon } from './icon.tsx'

export const ArrowRightIcon = /* @__PURE__ */ createIcon('M3 8h9.5M9 4.5 12.5 8 9 11.5')
