import { createIcon } from './icon.tsx'

export const UsersIcon = /* @__PURE__ */ createIcon(
  'M3.5 5.2a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0zM1.5 13.5c0-2.6 2-4.3 4.5-4.3s4.5 1.7 4.5 4.3M10.5 2.9a2.5 2.5 0 0 1 0 4.6M14.5 13.5c0-2-.9-3.4-2.4-4',
)
