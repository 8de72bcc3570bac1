import { createIcon } from './icon.tsx'

export const UpIcon = /* @__PURE__ */ createIcon('M4 10l4-4 4 4')
