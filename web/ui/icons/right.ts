import { createIcon } from './icon.tsx'

export const RightIcon = /* @__PURE__ */ createIcon('M6 4l4 4-4 4')
