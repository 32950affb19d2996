import { expectTypeOf, it } from 'vitest';
import type { UriVariables } from './uri-variables.js';

it('reads the variables of a template from its literal type', () => {
  expectTypeOf<UriVariables<'stock://{title}'>>().toEqualTypeOf<{ title: string }>();
  expectTypeOf<UriVariables<'a://{x,y}/{+p}{.e}{?q,r}{&s}{;m}'>>().toEqualTypeOf<{
    x: string;
    y: string;
    p: string;
    e: string;
    q?: string;
    r?: string;
    s?: string;
    m?: string;
  }>();
  expectTypeOf<UriVariables<'a://h{/path*}{;m*}'>>().toEqualTypeOf<{ path: string[]; m?: string[] }>();
  expectTypeOf<UriVariables<'a://s?q={q}'>>().toEqualTypeOf<{ q: string }>();
  expectTypeOf<UriVariables<'a://static'>>().toEqualTypeOf<{}>();
  expectTypeOf<UriVariables<string>>().toEqualTypeOf<{ [name: string]: string | undefined }>();
});
