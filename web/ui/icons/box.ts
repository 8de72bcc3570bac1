import { createIcon } from './icon.tsx'

export const BoxIcon = /* @__PURE__ */ createIcon('M8 1.8l5.5 3v6.4l-5.5 3-5.5-3V4.8zM2.7 4.9l5.3 3 5.3-3M8 7.9v6.2')
