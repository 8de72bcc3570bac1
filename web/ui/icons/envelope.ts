import { createIcon } from './icon.tsx'

export const EnvelopeIcon = /* @__PURE__ */ createIcon(
  'M3.3 3.2h9.4a1.5 1.5 0 0 1 1.5 1.5v6.6a1.5 1.5 0 0 1-1.5 1.5h-9.4a1.5 1.5 0 0 1-1.5-1.5v-6.6a1.5 1.5 0 0 1 1.5-1.5zM2.3 4.5l5.7 4 5.7-4',
)
