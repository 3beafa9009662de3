//! Where a value goes when a declaration, a parameter or an assignment takes it apart.

use kiskadee_model::Usage;
use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern,
};

use super::usage::Watch;

impl<'a> Watch<'_, 'a> {
    /// Follows a value into the pattern that takes it apart.
    pub(super) fn pattern(&mut self, pattern: &BindingPattern<'a>, usage: &mut Usage, depth: usize) {
        match pattern {
            BindingPattern::BindingIdentifier(identifier) => {
                if let Some(symbol) = identifier.symbol_id.get() {
                    self.symbol(symbol, usage, depth);
                }
            }
            BindingPattern::AssignmentPattern(assignment) => self.pattern(&assignment.left, usage, depth),
            BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    let Some(key) = property.key.static_name().filter(|_| !property.computed) else {
                        continue;
                    };
                    self.with_member(&key, usage, depth, |watch, member, depth| {
                        watch.pattern(&property.value, member, depth);
                    });
                }
                if let Some(rest) = &object.rest {
                    self.pattern(&rest.argument, usage, depth);
                }
            }
            BindingPattern::ArrayPattern(array) => {
                usage.iterated = true;
                for element in array.elements.iter().flatten() {
                    self.with_elements(usage, depth, |watch, inner, depth| {
                        watch.pattern(element, inner, depth);
                    });
                }
                if let Some(rest) = &array.rest {
                    self.pattern(&rest.argument, usage, depth);
                }
            }
        }
    }

    /// Follows a value into what it is assigned to.
    pub(super) fn target(&mut self, target: &AssignmentTarget<'a>, usage: &mut Usage, depth: usize) {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(identifier) => {
                if let Some(symbol) = self.symbol_of(identifier) {
                    self.symbol(symbol, usage, depth);
                }
            }
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                for property in &object.properties {
                    self.target_property(property, usage, depth);
                }
            }
            AssignmentTarget::ArrayAssignmentTarget(array) => {
                usage.iterated = true;
                for element in array.elements.iter().flatten() {
                    self.with_elements(usage, depth, |watch, inner, depth| {
                        watch.target_or_default(element, inner, depth);
                    });
                }
            }
            _ => {}
        }
    }

    fn target_property(&mut self, property: &AssignmentTargetProperty<'a>, usage: &mut Usage, depth: usize) {
        match property {
            AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(short) => {
                let symbol = self.symbol_of(&short.binding);
                self.with_member(short.binding.name.as_str(), usage, depth, |watch, member, depth| {
                    if let Some(symbol) = symbol {
                        watch.symbol(symbol, member, depth);
                    }
                });
            }
            AssignmentTargetProperty::AssignmentTargetPropertyProperty(long) => {
                let Some(key) = long.name.static_name().filter(|_| !long.computed) else { return };
                self.with_member(&key, usage, depth, |watch, member, depth| {
                    watch.target_or_default(&long.binding, member, depth);
                });
            }
        }
    }

    fn target_or_default(
        &mut self,
        target: &AssignmentTargetMaybeDefault<'a>,
        usage: &mut Usage,
        depth: usize,
    ) {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(defaulted) => {
                self.target(&defaulted.binding, usage, depth);
            }
            other => {
                if let Some(target) = other.as_assignment_target() {
                    self.target(target, usage, depth);
                }
            }
        }
    }
}
