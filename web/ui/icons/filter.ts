import { createIcon } from './icon.tsx'

export const FilterIcon = /* @__PURE__ */ createIcon('M2 4h12M4.5 8h7M6.5 12h3')
