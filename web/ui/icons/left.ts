import { createIcon } from './icon.tsx'

export const LeftIcon = /* @__PURE__ */ createIcon('M10 4l-4 4 4 4')
