import { createIcon } from './icon.tsx'

export const OpenIcon = /* @__PURE__ */ createIcon(
  'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3',
)
