import { createIcon } from './icon.tsx'

export const LaptopIcon = /* @__PURE__ */ createIcon(
  'M4.2 3h7.6a1.2 1.2 0 0 1 1.2 1.2v5.1a1.2 1.2 0 0 1-1.2 1.2h-7.6a1.2 1.2 0 0 1-1.2-1.2v-5.1a1.2 1.2 0 0 1 1.2-1.2zM1.5 13h13',
)
