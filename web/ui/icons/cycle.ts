import { createIcon } from './icon.tsx'

export const CycleIcon = /* @__PURE__ */ createIcon(
  'M11 1.8 13.5 4.3 11 6.8M2.5 7.5v-.7a2.5 2.5 0 0 1 2.5-2.5h8.5M5 14.2 2.5 11.7 5 9.2M13.5 8.5v.7a2.5 2.5 0 0 1-2.5 2.5H2.5',
)
