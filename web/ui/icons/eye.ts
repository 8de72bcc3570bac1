import { createIcon } from './icon.tsx'

export const EyeIcon = /* @__PURE__ */ createIcon(
  'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM6 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
)
