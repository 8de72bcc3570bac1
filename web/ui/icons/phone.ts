import { createIcon } from './icon.tsx'

export const PhoneIcon = /* @__PURE__ */ createIcon(
  'M6 1.8h4a1.5 1.5 0 0 1 1.5 1.5v9.4a1.5 1.5 0 0 1-1.5 1.5h-4a1.5 1.5 0 0 1-1.5-1.5v-9.4a1.5 1.5 0 0 1 1.5-1.5zM7.3 12h1.4',
)
