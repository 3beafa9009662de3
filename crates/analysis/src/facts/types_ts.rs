//! TypeScript's annotations, reduced to [`Type`]. What a name stands for is asked of `types`.

use kiskadee_model::{Expr, Property, Type};
use oxc_ast::ast::{
    ArrayExpressionElement, Expression, FormalParameters, ObjectPropertyKind, TSImportTypeQualifier,
    TSInterfaceDeclaration, TSLiteral, TSMappedType, TSMappedTypeModifierOperator, TSMethodSignatureKind,
    TSSignature, TSTupleElement, TSType, TSTypeAnnotation, TSTypeOperatorOperator,
    TSTypeParameterDeclaration, TSTypeParameterInstantiation, TSTypeQueryExprName, UnaryOperator,
};

use super::literal::{string_of, type_of, value_of};
use super::shape::{
    intersection, keys_of, literal_keys, member_of, merge_properties, record, union, without_undefined,
};
use super::types::{Scope, Types};

impl Types<'_, '_> {
    /// The type an annotation gives.
    pub(super) fn annotation(&self, annotation: &TSTypeAnnotation<'_>, scope: &Scope) -> Type {
        self.of(&annotation.type_annotation, scope)
    }

    /// The type a type expression gives.
    pub(super) fn of(&self, ty: &TSType<'_>, scope: &Scope) -> Type {
        match ty {
            TSType::TSBigIntKeyword(_) => Type::BigInt,
            TSType::TSBooleanKeyword(_) | TSType::TSTypePredicate(_) => Type::Boolean,
            TSType::TSNullKeyword(_) => Type::Null,
            TSType::TSNumberKeyword(_) => Type::Number,
            TSType::TSObjectKeyword(_) => Type::Object(Vec::new()),
            TSType::TSStringKeyword(_) | TSType::TSTemplateLiteralType(_) => Type::String,
            TSType::TSSymbolKeyword(_) => Type::Symbol,
            TSType::TSUndefinedKeyword(_) | TSType::TSVoidKeyword(_) => Type::Undefined,
            TSType::TSAnyKeyword(_)
            | TSType::TSUnknownKeyword(_)
            | TSType::TSNeverKeyword(_)
            | TSType::TSIntrinsicKeyword(_)
            | TSType::TSThisType(_)
            | TSType::TSConditionalType(_)
            | TSType::TSConstructorType(_)
            | TSType::TSInferType(_)
            | TSType::JSDocUnknownType(_) => Type::Any,
            TSType::TSParenthesizedType(inner) => self.of(&inner.type_annotation, scope),
            TSType::JSDocNonNullableType(inner) => self.of(&inner.type_annotation, scope),
            TSType::JSDocNullableType(inner) => {
                union(vec![self.of(&inner.type_annotation, scope), Type::Null])
            }
            TSType::TSLiteralType(literal) => literal_type(&literal.literal),
            TSType::TSArrayType(array) => Type::Array(Box::new(self.of(&array.element_type, scope))),
            TSType::TSTupleType(tuple) => self.tuple(&tuple.element_types, scope),
            TSType::TSNamedTupleMember(member) => self.tuple_element(&member.element_type, scope),
            TSType::TSFunctionType(function) => self.function(
                function.type_parameters.as_deref(),
                &function.params,
                Some(&function.return_type),
                scope,
            ),
            TSType::TSTypeLiteral(literal) => self.object(&literal.members, Vec::new(), scope),
            TSType::TSUnionType(members) => {
                let members: Vec<Type> = members.types.iter().map(|ty| self.of(ty, scope)).collect();
                // `any` in a union is all there is.
                if members.contains(&Type::Any) { Type::Any } else { union(members) }
            }
            TSType::TSIntersectionType(members) => {
                intersection(members.types.iter().map(|ty| self.of(ty, scope)).collect())
            }
            TSType::TSTypeReference(reference) => {
                let args = self.arguments(reference.type_arguments.as_deref(), scope);
                self.reference(&reference.type_name.to_string(), args, scope)
            }
            TSType::TSTypeOperatorType(operator) => {
                let inner = self.of(&operator.type_annotation, scope);
                match operator.operator {
                    TSTypeOperatorOperator::Readonly => inner,
                    TSTypeOperatorOperator::Unique => Type::Symbol,
                    TSTypeOperatorOperator::Keyof => keys_of(&inner),
                }
            }
            TSType::TSIndexedAccessType(access) => {
                member_of(&self.of(&access.object_type, scope), &self.of(&access.index_type, scope))
            }
            TSType::TSMappedType(mapped) => self.mapped(mapped, scope),
            TSType::TSTypeQuery(query) => match &query.expr_name {
                TSTypeQueryExprName::IdentifierReference(name) => self
                    .declarations()
                    .value(name.name.as_str())
                    .map_or(Type::Any, |value| constant_type(value, false)),
                _ => Type::Any,
            },
            TSType::TSImportType(import) => {
                let args = self.arguments(import.type_arguments.as_deref(), scope);
                match &import.qualifier {
                    Some(TSImportTypeQualifier::Identifier(name)) => {
                        let name = name.name.as_str();
                        self.imported(import.source.value.as_str(), name, &args, scope)
                            .unwrap_or_else(|| Type::Named { name: name.to_owned(), args })
                    }
                    _ => Type::Any,
                }
            }
        }
    }

    /// Binds type parameters to arguments, else to their defaults, else to their bounds.
    pub(super) fn bind_parameters(
        &self,
        parameters: Option<&TSTypeParameterDeclaration<'_>>,
        args: &[Type],
        scope: &mut Scope,
    ) {
        for (index, parameter) in parameters.iter().flat_map(|declared| &declared.params).enumerate() {
            let name = parameter.name.name.as_str();
            // A bound may speak of its own parameter, which then says nothing.
            scope.bind(name, Type::Any);
            let ty = match (args.get(index), &parameter.default, &parameter.constraint) {
                (Some(given), _, _) => given.clone(),
                (None, Some(default), _) => self.of(default, scope),
                (None, None, Some(bound)) => self.of(bound, scope),
                (None, None, None) => Type::Any,
            };
            scope.bind(name, ty);
        }
    }

    /// An interface over all of its declarations, with what it extends.
    pub(super) fn interface(&self, parts: &[&TSInterfaceDeclaration<'_>], scope: &Scope) -> Type {
        let mut inherited = Vec::new();
        for heritage in parts.iter().flat_map(|part| &part.extends) {
            let args = self.arguments(heritage.type_arguments.as_deref(), scope);
            if let Type::Object(properties) = self.reference(&heritage.type_name.to_string(), args, scope) {
                merge_properties(&mut inherited, properties);
            }
        }
        self.object(parts.iter().flat_map(|part| &part.body.body), inherited, scope)
    }

    fn object<'s>(
        &self,
        members: impl IntoIterator<Item = &'s TSSignature<'s>>,
        mut properties: Vec<Property>,
        scope: &Scope,
    ) -> Type {
        let mut index: Option<Type> = None;
        let mut callable: Option<Type> = None;
        for member in members {
            let property = match member {
                TSSignature::TSPropertySignature(signature) => {
                    let Some(key) = signature.key.static_name().filter(|_| !signature.computed) else {
                        continue;
                    };
                    let ty = signature
                        .type_annotation
                        .as_ref()
                        .map(|a| self.annotation(a, scope))
                        .unwrap_or_default();
                    let (ty, maybe) = without_undefined(ty);
                    Property { key: key.into_owned(), ty, optional: signature.optional || maybe }
                }
                TSSignature::TSMethodSignature(signature) => {
                    let Some(key) = signature.key.static_name().filter(|_| !signature.computed) else {
                        continue;
                    };
                    let returns = signature.return_type.as_deref();
                    let ty = match signature.kind {
                        TSMethodSignatureKind::Method => self.function(
                            signature.type_parameters.as_deref(),
                            &signature.params,
                            returns,
                            scope,
                        ),
                        TSMethodSignatureKind::Get => {
                            returns.map(|a| self.annotation(a, scope)).unwrap_or_default()
                        }
                        TSMethodSignatureKind::Set => continue,
                    };
                    Property { key: key.into_owned(), ty, optional: signature.optional }
                }
                TSSignature::TSIndexSignature(signature) => {
                    index = Some(self.annotation(&signature.type_annotation, scope));
                    continue;
                }
                TSSignature::TSCallSignatureDeclaration(signature) => {
                    callable.get_or_insert_with(|| {
                        self.function(
                            signature.type_parameters.as_deref(),
                            &signature.params,
                            signature.return_type.as_deref(),
                            scope,
                        )
                    });
                    continue;
                }
                TSSignature::TSConstructSignatureDeclaration(_) => continue,
            };
            merge_properties(&mut properties, vec![property]);
        }
        match (callable, index) {
            (Some(function), _) => function,
            (None, Some(value)) if properties.is_empty() => Type::Record(Box::new(value)),
            _ => Type::Object(properties),
        }
    }

    /// A function type. Rest parameters are left out: a callback is not obliged to take them.
    pub(super) fn function(
        &self,
        parameters: Option<&TSTypeParameterDeclaration<'_>>,
        params: &FormalParameters<'_>,
        returns: Option<&TSTypeAnnotation<'_>>,
        scope: &Scope,
    ) -> Type {
        let mut inner = scope.clone();
        self.bind_parameters(parameters, &[], &mut inner);
        let params = params
            .items
            .iter()
            .map(|param| {
                param.type_annotation.as_ref().map(|a| self.annotation(a, &inner)).unwrap_or_default()
            })
            .collect();
        let returns = returns.map(|a| self.annotation(a, &inner)).unwrap_or_default();
        Type::Function { params, returns: Box::new(returns) }
    }

    fn arguments(&self, args: Option<&TSTypeParameterInstantiation<'_>>, scope: &Scope) -> Vec<Type> {
        args.iter().flat_map(|args| &args.params).map(|ty| self.of(ty, scope)).collect()
    }

    fn tuple(&self, elements: &[TSTupleElement<'_>], scope: &Scope) -> Type {
        if let [TSTupleElement::TSRestType(rest)] = elements {
            return self.of(&rest.type_annotation, scope);
        }
        Type::Tuple(
            elements
                .iter()
                .filter(|element| !matches!(element, TSTupleElement::TSRestType(_)))
                .map(|element| self.tuple_element(element, scope))
                .collect(),
        )
    }

    fn tuple_element(&self, element: &TSTupleElement<'_>, scope: &Scope) -> Type {
        match element {
            TSTupleElement::TSOptionalType(optional) => self.of(&optional.type_annotation, scope),
            TSTupleElement::TSRestType(rest) => self.of(&rest.type_annotation, scope),
            other => other.as_ts_type().map(|ty| self.of(ty, scope)).unwrap_or_default(),
        }
    }

    /// `{ [K in Keys]: T }`
    fn mapped(&self, mapped: &TSMappedType<'_>, scope: &Scope) -> Type {
        let Some(value) = &mapped.type_annotation else { return Type::Any };
        let keys = self.of(&mapped.constraint, scope);
        let Some(names) = literal_keys(&keys).filter(|_| mapped.name_type.is_none()) else {
            let mut inner = scope.clone();
            inner.bind(mapped.key.name.as_str(), keys.clone());
            return match keys {
                Type::Any => Type::Any,
                keys => record(&keys, self.of(value, &inner)),
            };
        };
        let optional =
            mapped.optional.is_some_and(|modifier| modifier != TSMappedTypeModifierOperator::Minus);
        Type::Object(
            names
                .into_iter()
                .map(|key| {
                    let mut inner = scope.clone();
                    inner.bind(mapped.key.name.as_str(), Type::Literal(Expr::string(&key)));
                    let (ty, maybe) = without_undefined(self.of(value, &inner));
                    Property { key, ty, optional: optional || maybe }
                })
                .collect(),
        )
    }
}

fn literal_type(literal: &TSLiteral<'_>) -> Type {
    match literal {
        TSLiteral::BooleanLiteral(literal) => Type::Literal(Expr::Bool(literal.value)),
        TSLiteral::NumericLiteral(literal) => Type::Literal(Expr::number(literal.value)),
        TSLiteral::BigIntLiteral(literal) => Type::Literal(Expr::BigInt(literal.value.to_string())),
        TSLiteral::StringLiteral(literal) => Type::Literal(Expr::String(string_of(literal))),
        TSLiteral::TemplateLiteral(_) => Type::String,
        TSLiteral::UnaryExpression(unary) => match (unary.operator, value_of(&unary.argument)) {
            (UnaryOperator::UnaryNegation, Some(Expr::Number(number))) => {
                Type::Literal(Expr::number(-number.0))
            }
            _ => Type::Number,
        },
    }
}

/// The type of a constant that `typeof` asks about: literal under `as const`, general otherwise.
fn constant_type(expression: &Expression<'_>, literal: bool) -> Type {
    match expression {
        Expression::TSAsExpression(cast) => {
            constant_type(&cast.expression, literal || cast.type_annotation.is_const_type_reference())
        }
        Expression::TSSatisfiesExpression(cast) => constant_type(&cast.expression, literal),
        Expression::CallExpression(call) if call.callee.is_specific_member_access("Object", "freeze") => call
            .arguments
            .first()
            .and_then(|argument| argument.as_expression())
            .map_or(Type::Any, |argument| constant_type(argument, true)),
        Expression::ArrayExpression(array) => {
            let elements: Vec<Type> = array
                .elements
                .iter()
                .filter_map(ArrayExpressionElement::as_expression)
                .map(|element| constant_type(element, literal))
                .collect();
            if literal { Type::Tuple(elements) } else { Type::Array(Box::new(union(elements))) }
        }
        Expression::ObjectExpression(object) => Type::Object(
            object
                .properties
                .iter()
                .filter_map(ObjectPropertyKind::as_property)
                .filter_map(|property| {
                    let key = property.key.static_name()?.into_owned();
                    Some(Property { key, ty: constant_type(&property.value, literal), optional: false })
                })
                .collect(),
        ),
        other if literal => match value_of(other) {
            Some(value) => Type::Literal(value),
            None => type_of(other),
        },
        other => type_of(other),
    }
}
