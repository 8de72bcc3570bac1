import { createIcon } from './icon.tsx'

export const UpDownIcon = /* @__PURE__ */ createIcon('M5 6l3-3 3 3M5 10l3 3 3-3')
