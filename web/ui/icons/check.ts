import { createIcon } from './icon.tsx'

export const CheckIcon = /* @__PURE__ */ createIcon('M3 8.5l3.2 3.2L13 4.8')
