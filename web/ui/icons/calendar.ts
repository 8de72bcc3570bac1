import { createIcon } from './icon.tsx'

export const CalendarIcon = /* @__PURE__ */ createIcon(
  'M4 3.5h8a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-8a1.5 1.5 0 0 1-1.5-1.5v-7a1.5 1.5 0 0 1 1.5-1.5zM2.5 6.8h11M5.5 1.8v3M10.5 1.8v3',
)
