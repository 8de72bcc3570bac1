import { createIcon } from './icon.tsx'

export const GaugeIcon = /* @__PURE__ */ createIcon('M2.9 12.5a6 6 0 1 1 10.2 0M8 9.5l2.6-3M7 9.7a1 1 0 1 0 2 0a1 1 0 1 0-2 0z')
