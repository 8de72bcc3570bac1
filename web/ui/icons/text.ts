import { createIcon } from './icon.tsx'

export const TextIcon = /* @__PURE__ */ createIcon('M3 4V3h10v1M8 3v10M6 13h4')
