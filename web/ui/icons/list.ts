import { createIcon } from './icon.tsx'

export const ListIcon = /* @__PURE__ */ createIcon('M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01')
