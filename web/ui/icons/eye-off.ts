import { createIcon } from './icon.tsx'

export const EyeOffIcon = /* @__PURE__ */ createIcon(
  'M6.5 3.7A6 6 0 0 1 8 3.5C12 3.5 14.5 8 14.5 8a12 12 0 0 1-1.9 2.4M4.3 4.6A11.7 11.7 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 3.6-1.2M6.7 6.600a2 2 0 0 0 2.8 2.800M2.5 2.5l11 11',
)
