import { createIcon } from './icon.tsx'

export const UserIcon = /* @__PURE__ */ createIcon(
  'M5.3 5.2a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0zM2.8 13.8c.3-2.8 2.4-4.6 5.2-4.6s4.9 1.8 5.2 4.6',
)
