import { useEffect, useState } from 'react';

const RESIZE_DEBOUNCE_MS = 500;
const WHEEL_MAX_PX = 350;
const WHEEL_WINDOW_SHARE = 0.85;

export type WheelSize = { px: number; pixelRatio: number };

function currentSize(): WheelSize {
  const px = Math.floor(Math.min(WHEEL_MAX_PX, window.innerWidth * WHEEL_WINDOW_SHARE));
  return { px, pixelRatio: window.devicePixelRatio };
}

/** As large as the window allows, once the window has stopped changing. */
export function useWheelSize(): WheelSize {
  const [size, setSize] = useState(currentSize);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSize(currentSize()), RESIZE_DEBOUNCE_MS);
    };
    window.addEventListener('resize', wait);
    return () => {
      window.removeEventListener('resize', wait);
      clearTimeout(timer);
    };
  }, []);
  return size;
}
