import { createIcon } from './icon.tsx'

export const DownIcon = /* @__PURE__ */ createIcon('M4 6l4 4 4-4')
