import { createIcon } from './icon.tsx'

export const CardIcon = /* @__PURE__ */ createIcon(
  'M3.3 3.2h9.4a1.5 1.5 0 0 1 1.5 1.5v6.6a1.5 1.5 0 0 1-1.5 1.5h-9.4a1.5 1.5 0 0 1-1.5-1.5v-6.6a1.5 1.5 0 0 1 1.5-1.5zM1.8 6.5h12.4M4.5 10h2',
)
