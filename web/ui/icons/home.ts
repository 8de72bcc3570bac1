import { createIcon } from './icon.tsx'

export const HomeIcon = /* @__PURE__ */ createIcon('M2.5 7 8 2.5 13.5 7v5.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM6.5 13.5v-4h3v4')
