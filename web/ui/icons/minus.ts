import { createIcon } from './icon.tsx'

export const MinusIcon = /* @__PURE__ */ createIcon('M3.5 8h9')
