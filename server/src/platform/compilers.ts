import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type Validate = ((value: unknown) => unknown) & { errors?: unknown };
type Serialize = (value: unknown) => string;

const validators = AjvCompiler();
const serializers = SerializerSelector();
const validatorOf = new WeakMap<object, Validate>();
const serializerOf = new WeakMap<object, Serialize>();

/**
 * A schema of the contract is compiled when the first call needs it, once for all apps of a process: an app is built in
 * a quarter of the time.
 */
export const compileAtFirstUse: Compilers = {
  buildValidator: (...settings: Parameters<typeof validators>) => {
    const compile = validators(...settings);
    return (route: Parameters<typeof compile>[0]) => {
      const { schema } = route as { schema: object };
      const validate: Validate = (value) => {
        const compiled = validatorOf.get(schema) ?? (compile(route) as Validate);
        validatorOf.set(schema, compiled);
        const valid = compiled(value);
        validate.errors = compiled.errors;
        return valid;
      };
      return validate as ReturnType<typeof compile>;
    };
  },
  buildSerializer: (...settings) => {
    const compile = serializers(...settings);
    return (route) => {
      const schema = route.schema as object;
      return (value) => {
        const serialize = serializerOf.get(schema) ?? compile(route);
        serializerOf.set(schema, serialize);
        return serialize(value);
      };
    };
  },
};
