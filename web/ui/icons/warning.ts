import { createIcon } from './icon.tsx'

export const WarningIcon = /* @__PURE__ */ createIcon('M8 2.2 14.2 13H1.8zM8 6.5v3M8 11.4h.01')
