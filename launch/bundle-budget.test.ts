import { expect, test } from 'vitest';
import { filesOf } from './bundle-budget.ts';

const manifest = {
  'index.html': { file: 'index.js', imports: ['_core.js'], dynamicImports: ['home.tsx'] },
  'login.tsx': { file: 'login.js', imports: ['_core.js', '_form.js'] },
  'home.tsx': { file: 'home.js' },
  '_core.js': { file: 'core.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'vendor.js', imports: ['_core.js'] },
  '_form.js': { file: 'form.js' },
};

test('a chunk shared by two others counts once, a lazy one not at all', () => {
  expect([...filesOf(manifest, ['index.html', 'login.tsx'])].sort()).toEqual([
    'core.js',
    'form.js',
    'index.js',
    'login.js',
    'vendor.js',
  ]);
});

test('a chunk that no longer exists is an error, not a smaller figure', () => {
  expect(() => filesOf(manifest, ['register.tsx'])).toThrow('register.tsx');
});
