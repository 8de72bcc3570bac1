import { createIcon } from './icon.tsx'

export const StackIcon = /* @__PURE__ */ createIcon(
  'M3 4.5a5 2.3 0 1 0 10 0a5 2.3 0 1 0-10 0zM3 4.5v7c0 1.3 2.2 2.3 5 2.3s5-1 5-2.3v-7M3 8c0 1.3 2.2 2.3 5 2.3S13 9.3 13 8',
)
