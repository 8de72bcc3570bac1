import { createIcon } from './icon.tsx'

export const UploadIcon = /* @__PURE__ */ createIcon(
  'M8 10.5v-8M4.8 5.5 8 2.3l3.2 3.2M2.5 10.5v2A1.5 1.5 0 0 0 4 14h8a1.5 1.5 0 0 0 1.5-1.5v-2',
)
