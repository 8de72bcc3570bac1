import { createIcon } from './icon.tsx'

export const LockIcon = /* @__PURE__ */ createIcon(
  'M4.5 7h7a1.5 1.5 0 0 1 1.5 1.5v3.5a1.5 1.5 0 0 1-1.5 1.5h-7a1.5 1.5 0 0 1-1.5-1.5v-3.5a1.5 1.5 0 0 1 1.5-1.5zM5.2 7V5a2.8 2.8 0 0 1 5.6 0v2',
)
